/** The button of a notice that takes a change back goes after a few seconds, unless somebody is about to press it. */
const shownMilliseconds = 10_000;

for (const box of document.querySelectorAll<HTMLElement>('[data-undo]')) {
  const leave = () => {
    if (box.matches(':hover, :focus-within, :has(:active)')) setTimeout(leave, 1000);
    else box.remove();
  };
  setTimeout(leave, shownMilliseconds);
}
