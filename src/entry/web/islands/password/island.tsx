/** Lets people see the password they are typing. The field is a password again when its form is sent. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-show-password]')) {
  const field = document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (!(field instanceof HTMLInputElement)) continue;
  const shownText = button.dataset.showPassword ?? '';
  const hiddenText = button.textContent;
  const show = (isShown: boolean) => {
    field.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? shownText : hiddenText;
  };
  button.addEventListener('click', () => {
    show(field.type === 'password');
    field.focus();
  });
  field.form?.addEventListener('submit', () => show(false));
  button.hidden = false;
}
