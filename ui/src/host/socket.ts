import type { Down } from '../wire/Down';
import type { Intent } from '../wire/Intent';
import type { Host } from './types';

const RETRY_AFTER = 250;

/** The page's name, which it keeps when it is loaded again. In the window it is the window that says which page it is. */
function nameOfPage(): string {
  const kept = sessionStorage.getItem('page');
  if (kept !== null) return kept;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem('page', fresh);
  return fresh;
}

/**
 * The host of browser tests: a loopback WebSocket. The first message is the token with the page's name, each later one
 * an intent; each message that comes is a `Down`. The desktop window's policy forbids the connection.
 */
export function socketHost(address: string, token: string, session: number | undefined): Host {
  const page = nameOfPage();
  let socket: WebSocket | undefined;
  let waiting: string[] = [];
  let receive: ((down: Down) => void) | undefined;

  function connect(): void {
    const next = new WebSocket(address);
    socket = next;
    next.onopen = () => {
      next.send(JSON.stringify({ token, page, session }));
      for (const message of waiting) next.send(message);
      waiting = [];
    };
    next.onmessage = (event: MessageEvent<string>) => {
      if (socket === next) receive?.(JSON.parse(event.data) as Down);
    };
    next.onclose = () => {
      if (socket === next) setTimeout(connect, RETRY_AFTER);
    };
  }

  return {
    subscribe(onDown) {
      receive = onDown;
      const old = socket;
      socket = undefined;
      old?.close();
      connect();
      return Promise.resolve(() => {
        if (receive === onDown) receive = undefined;
      });
    },
    send(intent: Intent) {
      const message = JSON.stringify(intent);
      if (socket?.readyState === WebSocket.OPEN) socket.send(message);
      else waiting.push(message);
    },
  };
}
