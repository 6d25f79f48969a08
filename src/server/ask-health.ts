/* Asks the service of the same environment whether it is ready, and ends with status 0 where it is: the health check of containers. */

const port = process.env.LETTERBOX_PORT ?? '8080';
const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(ready ? 0 : 1);
