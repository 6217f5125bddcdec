import { attachEach } from '../attach-each.ts';

/** Choosing a reason copies it into the text field, where it can be edited. */
attachEach('[data-island="reason"]', (chips) => {
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
});

/** The button that leads to the reasons opens them in view, where a browser does not do so itself. */
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('.action-bar a[href="#reasons"]');
  const box = link && document.getElementById('reasons');
  if (!box) return;
  event.preventDefault();
  box.closest('details')?.setAttribute('open', '');
  box.scrollIntoView({ block: 'center' });
  box.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
});
