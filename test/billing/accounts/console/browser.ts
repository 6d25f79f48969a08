/** A browser, as far as redirects and cookies go. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** `Set-Cookie` headers, as they came. */
  readonly set: string[] = [];

  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { Cookie: cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const header of response.headers.getSetCookie()) {
      this.set.push(header);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
      if (value === '' || /Max-Age=0(;|$)|1970/.test(header)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects until `stop` says so; answers the last address. */
  async follow(url: string, stop: (url: string) => boolean): Promise<string> {
    let at = url;
    for (let i = 0; i < 10 && !stop(at); i++) {
      const response = await this.ask(at);
      const location = response.headers.get('location');
      if (location === null) return at;
      at = new URL(location, at).href;
    }
    return at;
  }
}

/** Posts JSON, as a page does. */
export const post = (browser: Browser, url: string, body: object, headers: Record<string, string> = {}) =>
  browser.ask(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
