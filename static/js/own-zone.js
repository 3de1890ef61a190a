// Set-up asks for the house's time zone; this device mostly stands where the house does.

const zones = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=time_zone]"));
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isKnown = zones !== null && [...zones.options].some((each) => each.value === here);
if (zones !== null && isKnown && zones.value === "UTC") zones.value = here;
