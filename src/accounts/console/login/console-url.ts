/**
 * The origin at which browsers reach the console. Throws an Error with a sentence if the text is
 * not an origin.
 */
export function consoleUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url !== null && bare && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Error(`The console URL is "${text}", expected an origin such as https://console.example.com.`);
}
