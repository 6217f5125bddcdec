/** Choosing a reason copies it into the text field, where it can be edited. */
for (const chips of document.querySelectorAll<HTMLElement>('[data-island="reason"]')) {
  let written = '';
  chips.addEventListener('change', (event) => {
    const { value, form } = event.target as HTMLInputElement;
    const field = form?.elements.namedItem('reason');
    if (!(field instanceof HTMLTextAreaElement)) return;
    // Typed text stays, the previously chosen reason is replaced.
    const own = field.value === written ? '' : field.value.trimEnd();
    written = own === '' ? value : `${own}\n${value}`;
    field.value = written;
  });
}
