// Shows the copy buttons that the pages keep hidden, since without a script they could do nothing.
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  const word = button.querySelector('span');
  if (!source || !word) continue;
  const resting = word.textContent;
  let timer;
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (!(await copy(source))) return;
    word.textContent = button.dataset.copied;
    word.setAttribute('role', 'status');
    clearTimeout(timer);
    timer = setTimeout(() => {
      word.textContent = resting;
      word.removeAttribute('role');
    }, 2500);
  });
}

// Sharing is shown only where the device can.
for (const button of document.querySelectorAll('button[data-share]')) {
  const source = document.getElementById(button.dataset.share);
  if (!source || !navigator.share) continue;
  button.hidden = false;
  button.addEventListener('click', () => {
    const { title, url } = button.dataset;
    // Closing the device's own sheet is no failure.
    navigator.share({ title, text: source.textContent, url }).catch(() => {});
  });
}

async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    // No clipboard on plain http or without permission: leave the text selected, one key away from copied.
    const range = document.createRange();
    range.selectNodeContents(source);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return document.execCommand('copy');
  }
}
