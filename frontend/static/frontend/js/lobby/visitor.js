// Visitors who sit down by a link give their part of the dice with the press, as people who are logged in do on every
// page.

import { addContributions } from "../dice/contributing.js";

addContributions();
