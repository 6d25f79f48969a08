import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** A file of the package as the build makes it. */
const packaged = (file: string) => fileURLToPath(new URL(`../../../dist/packages/field/${file}`, import.meta.url));

/** A page of people's own, bundled with what the package exports: a file of the forms, or a text. */
export async function bundled(file: string, text: string | null = null): Promise<string> {
  const folder = fileURLToPath(new URL('../forms/', import.meta.url));
  const entry =
    text === null
      ? { entryPoints: [folder + file] }
      : { stdin: { contents: text, resolveDir: folder, sourcefile: file, loader: 'tsx' as const } };
  const { outputFiles } = await build({
    ...entry,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    // What the package exports, not what the tests' own compiler is pointed to.
    tsconfigRaw: {},
    alias: {
      vue: 'vue/dist/vue.esm-bundler.js',
      '@letterbox-au/field/react': packaged('react.js'),
      '@letterbox-au/field/vue': packaged('vue.js'),
      '@letterbox-au/field': packaged('letterbox-address.js'),
    },
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    logLevel: 'error',
  });
  return outputFiles[0].text;
}
