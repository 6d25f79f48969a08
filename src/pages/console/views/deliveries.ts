/** An endpoint in an answer of the console's API. */
export interface Endpoint {
  readonly id: string;
  readonly kind: 'webhook' | 'email';
  readonly target: string;
  readonly types: readonly string[] | null;
  readonly state: 'unconfirmed' | 'active' | 'failing' | 'disabled';
  readonly failingSince: string | null;
  readonly formerSecretUntil: string | null;
  readonly secret: string | null;
}

/** What became of an event at an endpoint. */
export interface Delivery {
  readonly endpoint: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAt: string | null;
  readonly lastAt: string | null;
  readonly status: number | null;
  readonly fault: string | null;
}

/** A notification, with its deliveries. */
export interface AccountEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly data: object;
  readonly deliveries: readonly Delivery[];
}
