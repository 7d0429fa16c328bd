// A phone knows where the family lives; the machine that serves may have been told nothing.

const zones = document.querySelector("[name=time_zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if ([...zones.options].some((zone) => zone.value === here)) zones.value = here;
