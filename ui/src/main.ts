import './styles/terminal.css';
import './styles/settings.css';

import { mount } from 'svelte';

import Root from './App.svelte';
import { tauriHost } from './host/tauri';
import type { Host } from './host/types';
import { language, t } from './i18n';
import { fetchOnTouch } from './kit/later.svelte';
import { App } from './state/app.svelte';

async function findHost(): Promise<Host | undefined> {
  const desktop = tauriHost();
  if (desktop) return desktop;
  const parameters = new URLSearchParams(location.search);
  const socket = parameters.get('socket');
  if (socket === null) return undefined;
  const { socketHost } = await import('./host/socket');
  const session = parameters.get('session');
  const own = session === null ? undefined : Number(session);
  return socketHost(socket, parameters.get('token') ?? '', own);
}

document.documentElement.lang = language.lang;
document.documentElement.dir = language.dir;

const target = document.querySelector('#app');
const host = await findHost();
target?.replaceChildren();
if (target && host) {
  mount(Root, { target, props: { app: new App(host) } });
  fetchOnTouch();
} else if (target) target.textContent = t.shell.noHost;
