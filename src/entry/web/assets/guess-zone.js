// Chooses the time zone of this browser, unless the form came back with what somebody chose.
const field = document.querySelector('select[name="time_zone"]');
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isReturned = document.documentElement.dataset.path !== undefined;
if (field && !isReturned && [...field.options].some((option) => option.value === zone)) field.value = zone;
