import { sceneAfter } from '../demo/stage';
import type { Command } from './command';

/** What is done on the stage of a demo. */
export const stage = {
  'next-scene': {
    group: 'window',
    keys: ['F9'],
    when: (app) => (app.store.demo?.scenes.length ?? 0) > 0,
    run: (app) => {
      const scene = sceneAfter(app.store.demo?.scenes ?? [], app.ui.stage.scene);
      if (scene) app.play(scene);
    },
  },
  'larger-text': {
    group: 'window',
    keys: ['F7'],
    when: (app) => (app.store.demo?.scenes.length ?? 0) > 0,
    run: (app) => {
      const larger = app.store.preferences.text_size < 150;
      app.send({ type: 'prefer', set: 'text-size', to: larger ? 150 : 100 });
    },
  },
} satisfies Record<string, Command>;
