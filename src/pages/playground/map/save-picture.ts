import type { IControl, Map as MapLibre } from 'maplibre-gl';
import { h } from '../dom.ts';

const NAME = 'letterbox-map.png';

/** A button on the map that saves what it shows as a PNG, with the attribution that goes with it. */
export function savePicture(): IControl {
  const group = h('div', { class: 'maplibregl-ctrl maplibregl-ctrl-group' });
  return {
    onAdd(map) {
      const title = 'Save as picture';
      group.append(
        h('button', { type: 'button', class: 'save-picture', title, 'aria-label': title, onclick: () => save(map) }),
      );
      return group;
    },
    onRemove: () => group.remove(),
  };
}

/** Draws once more, since what WebGL has drawn is gone when its frame is over. */
function save(map: MapLibre): void {
  map.once('render', () => {
    const { width, height } = map.getCanvas();
    const picture = h('canvas', { width, height });
    const context = picture.getContext('2d')!;
    context.drawImage(map.getCanvas(), 0, 0);
    attribute(context, map);
    picture.toBlob((blob) => {
      if (blob === null) return;
      const href = URL.createObjectURL(blob);
      h('a', { href, download: NAME }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    });
  });
  map.triggerRepaint();
}

/** Writes at the bottom on the right whose data it is, as on the page, in its colours. */
function attribute(context: CanvasRenderingContext2D, map: MapLibre): void {
  const shown = map.getContainer().querySelector('.maplibregl-ctrl-attrib');
  if (shown === null) return;
  const text = shown.querySelector('.maplibregl-ctrl-attrib-inner')?.textContent ?? '';
  const { color, backgroundColor, fontFamily } = getComputedStyle(shown);
  const { width, height } = context.canvas;
  const size = 12 * map.getPixelRatio();
  context.font = `${size}px ${fontFamily}`;
  const wide = Math.min(width, context.measureText(text).width + size);
  context.fillStyle = backgroundColor;
  context.fillRect(width - wide, height - 1.75 * size, wide, 1.75 * size);
  context.fillStyle = color;
  context.fillText(text, width - wide + size / 2, height - size / 2, wide - size);
}
