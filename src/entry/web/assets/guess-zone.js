// Chooses the time zone of this browser, unless the form came back with what somebody chose.
const field = document.querySelector('[name="time_zone"]');
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const isReturned = document.documentElement.dataset.path !== undefined;
const isOffered = field?.options === undefined || [...field.options].some((option) => option.value === zone);
if (field && !isReturned && isOffered) field.value = zone;
