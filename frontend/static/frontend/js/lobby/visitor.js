// Visitors who sit down by a link give their part of the dice with the press, as people who are logged in do on every page.

import { watchForms } from "../dice/contributing.js";

watchForms();
