import Brain from '@lucide/svelte/icons/brain';
import FileText from '@lucide/svelte/icons/file-text';
import Globe from '@lucide/svelte/icons/globe';
import Move from '@lucide/svelte/icons/move';
import Pencil from '@lucide/svelte/icons/pencil';
import Search from '@lucide/svelte/icons/search';
import Shuffle from '@lucide/svelte/icons/shuffle';
import Terminal from '@lucide/svelte/icons/terminal';
import Trash from '@lucide/svelte/icons/trash';
import Wrench from '@lucide/svelte/icons/wrench';

import type { IconShape } from '../kit/iconShape';

const shapes: Record<string, IconShape> = {
  read: FileText,
  edit: Pencil,
  delete: Trash,
  move: Move,
  search: Search,
  execute: Terminal,
  think: Brain,
  fetch: Globe,
  switch_mode: Shuffle,
};

/** The shape for a kind of tool call. */
export function toolIcon(kind: string): IconShape {
  return Object.hasOwn(shapes, kind) ? (shapes[kind] ?? Wrench) : Wrench;
}
