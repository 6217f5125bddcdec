/** Choosing a reason writes it into the text below, where it can be changed before it is sent. */
for (const chips of document.querySelectorAll<HTMLElement>('[data-island="reason"]')) {
  let written = '';
  chips.addEventListener('change', (event) => {
    const { value, form } = event.target as HTMLInputElement;
    const field = form?.elements.namedItem('reason');
    if (!(field instanceof HTMLTextAreaElement)) return;
    // What the person wrote stays, the reason chosen before goes.
    const own = field.value === written ? '' : field.value.trimEnd();
    written = own === '' ? value : `${own}\n${value}`;
    field.value = written;
  });
}
