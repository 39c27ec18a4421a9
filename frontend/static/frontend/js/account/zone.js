// The time zone this device is set to: told at the sign-up, offered in the settings.

import { deviceTimeZones } from "../page/browser.js";

const zones = deviceTimeZones();

const zoneInput = document.querySelector("input[type=hidden][name=time_zone]");
if (zoneInput instanceof HTMLInputElement && zones.length > 0) zoneInput.value = zones[0] ?? "";

const list = document.querySelector("select[name=time_zone]");
const offer = document.getElementById("zone-offer");
const take = document.getElementById("zone-take");
if (list instanceof HTMLSelectElement && offer && take) {
  const option = [...list.options].find((one) => zones.includes(one.value));
  const zone = option?.value ?? "";
  const show = () => {
    offer.hidden = !option || list.value === zone;
  };
  take.textContent = option?.textContent ?? "";
  take.addEventListener("click", () => {
    list.value = zone;
    show();
  });
  list.addEventListener("change", show);
  show();
}
