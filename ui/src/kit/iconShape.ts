import type { LucideProps } from '@lucide/svelte';
import type { Component } from 'svelte';

/** A shape from the icon set. */
export type IconShape = Component<LucideProps>;
