import { mendAccessibility } from './accessibility.ts';
import { addCodeSamples } from './code-samples.ts';
import { GUIDES } from './guides.ts';

import type { InterfaceDescription } from './interface-description.ts';
import { themeFor } from './theme.ts';

/** What Redoc's standalone bundle puts on the window. */
declare const Redoc: {
  init(description: object, options: object, element: Element, done: (failure?: Error) => void): void;
};

const element = document.getElementById('reference') as HTMLElement;

try {
  const [response] = await Promise.all([fetch('/openapi.json'), loadScript(PACKAGE_FILES['redoc.js'])]);
  const description = (await response.json()) as InterfaceDescription;
  const { info } = description;
  const guided = { ...description, info: { ...info, description: [info.description, ...GUIDES].join('\n\n') } };
  await draw(addCodeSamples(guided, location.origin));
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
