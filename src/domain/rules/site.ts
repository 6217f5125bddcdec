/** An address a reader may be led to: http or https, a real host, nobody's password in it. */
export function isSite(value: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    /^[^.]+(\.[^.]+)+$/.test(hostname) &&
    username === '' &&
    password === ''
  );
}
