import { later } from '../kit/later.svelte';

// What is not seen when the window opens, and is not typed into as soon as it is wanted.

export const AgentsPage = later(() => import('../agents/AgentsPage.svelte'));
export const InspectorPage = later(() => import('../inspector/InspectorPage.svelte'));
export const SettingsPage = later(() => import('../settings/SettingsPage.svelte'));
export const RecordPage = later(() => import('./RecordPage.svelte'));
export const About = later(() => import('../menu/About.svelte'));
export const LeaveDialog = later(() => import('../menu/LeaveDialog.svelte'));
