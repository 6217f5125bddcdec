// Narrows the reference to the operations that hold every typed word, and opens the one an address points at.
const box = document.querySelector('[data-reference-search]');
const operations = [...document.querySelectorAll('details[data-words]')];
const sections = [...document.querySelectorAll('section[data-tag]')];
const found = document.querySelector('[data-reference-found]');

function narrow() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const operation of operations) {
    operation.hidden = !words.every((word) => operation.dataset.words.includes(word));
    if (!operation.hidden) count += 1;
  }
  for (const section of sections)
    section.hidden = !section.querySelector('details[data-words]:not([hidden])');
  found.textContent = words.length ? `${found.dataset.referenceFound} ${count}` : '';
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}

if (box && found) {
  box.closest('[hidden]').hidden = false;
  box.addEventListener('input', narrow);
  addEventListener('hashchange', openTarget);
  if (box.value) narrow();
  openTarget();
}
