import type { search as english } from '../en/search'

export const search: typeof english = {
  hint: 'Titel, Ort, Notiz oder Person',
  searching: 'Suche läuft…',
  found: (count) => (count === 1 ? '1 Termin' : `${count} Termine`),
  foundMore: (count) => `Die ersten ${count} Termine`,
  nothing: 'Nichts gefunden',
  away: 'Corkboard ist nicht erreichbar.',
  onDevice: 'Gesucht wurde nur auf diesem Gerät, ohne Notizen:',
  nothingOnDevice: 'In diesen Tagen nichts gefunden',
  coming: 'Kommt noch',
  over: 'Früher',
  more: 'Mehr zeigen',
  notMore: 'Mehr konnte nicht geladen werden.',
}
