// Scripts and styles that come later than the page. What could not be fetched is
// tried again: when it is wanted the next time, and once the line is back.

/** What is here or on its way, and what has failed, by address. */
const came = new Set<string>();
const failed = new Map<string, (() => void) | undefined>();

/** Fetches what is neither here nor on its way; lost is called where it does not come. */
export function load(url: string, lost?: () => void): void {
  if (came.has(url)) return;
  came.add(url);
  const style = url.endsWith(".css");
  const one = Object.assign(document.createElement(style ? "link" : "script"), style ? { rel: "stylesheet", href: url } : { src: url });
  one.onerror = () => {
    one.remove();
    came.delete(url);
    failed.set(url, lost);
    lost?.();
  };
  document.head.append(one);
}

/** Tries again what has failed. */
export function again(): void {
  for (const [url, lost] of failed) {
    failed.delete(url);
    load(url, lost);
  }
}
