/* The health check of containers: exits with status 0 if the service of this environment is ready. */

const port = process.env.LETTERBOX_PORT ?? '8080';
const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(ready ? 0 : 1);
