/** A public http(s) URL: with a domain name and without credentials. */
export function isSiteUrl(value: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return (
    (protocol === 'http:' || protocol === 'https:') &&
    /^[^.]+(\.[^.]+)+$/.test(hostname) &&
    username === '' &&
    password === ''
  );
}
