import { mendAccessibility } from './accessibility.ts';
import { addCodeSamples } from './code-samples.ts';
import { GUIDES } from './guides.ts';

import type { InterfaceDescription } from './interface-description.ts';
import { themeFor } from './theme.ts';

/** What Redoc's standalone bundle puts on the window. */
declare const Redoc: {
  init(description: object, options: object, element: Element, done: (failure?: Error) => void): void;
};

/** What the menu calls the groups of calls. */
const TITLES: Readonly<Record<string, string>> = { address: 'The calls', service: 'The service itself' };

const element = document.getElementById('reference') as HTMLElement;

try {
  const [response] = await Promise.all([fetch('/openapi.json'), loadScript(PACKAGE_FILES['redoc.js'])]);
  const description = (await response.json()) as InterfaceDescription;
  const { info, tags } = description;
  const guided = { ...info, description: [info.description, ...GUIDES].join('\n\n') };
  const titled = tags.map((tag) => ({ ...tag, 'x-displayName': TITLES[tag.name] ?? tag.name }));
  await draw(addCodeSamples({ ...description, info: guided, tags: titled }, location.origin));
} catch (failure) {
  tell(failure);
}

function loadScript(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = path;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${path} cannot be loaded`));
    document.head.append(script);
  });
}

function draw(description: object): Promise<void> {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const options = {
    theme: themeFor(dark),
    nativeScrollbars: true,
    expandResponses: '200',
    jsonSamplesExpandLevel: 4,
    hideSchemaPattern: true,
    downloadUrls: [{ title: 'openapi.json', url: '/openapi.json' }],
  };
  mendAccessibility(element);
  return new Promise((resolve, reject) => {
    Redoc.init(description, options, element, (failure) => (failure ? reject(failure) : resolve()));
  });
}

function tell(failure: unknown): void {
  const paragraph = document.createElement('p');
  paragraph.className = 'failure';
  paragraph.textContent = `The reference cannot be drawn: ${failure instanceof Error ? failure.message : failure}. The interface description itself is at /openapi.json.`;
  element.replaceChildren(paragraph);
}
