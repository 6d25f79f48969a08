/**
 * A JSON Schema as this release keeps it: an object has no properties that are not described. The descriptions leave objects open, since
 * later releases may add properties.
 */
export function closed<T>(schema: T): T {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed) as T;
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const open =
    parts.type === 'object' && typeof parts.properties === 'object' && parts.additionalProperties === undefined;
  return (open ? { ...parts, additionalProperties: false } : parts) as T;
}
