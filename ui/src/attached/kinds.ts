import AudioLines from '@lucide/svelte/icons/audio-lines';
import File from '@lucide/svelte/icons/file';
import FileText from '@lucide/svelte/icons/file-text';
import Folder from '@lucide/svelte/icons/folder';
import Image from '@lucide/svelte/icons/image';

import type { IconShape } from '../kit/iconShape';
import type { AttachedKind } from '../wire/AttachedKind';

/** Media types of pictures that are drawn. */
export const PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** The shape for a kind of thing that is attached. */
export const shapes: Record<AttachedKind, IconShape> = {
  picture: Image,
  sound: AudioLines,
  text: FileText,
  folder: Folder,
  other: File,
};
