// Whether single keys act as shortcuts; people who speak or mistype into their keyboard can switch that off.
import { createStoredState } from '../lib/stored-state.ts';

export const shortcutsOn = createStoredState('shortcuts', true);
