import { expect, test } from 'bun:test'
import * as household from '../../../web/src/lists/suggestions/household'
import { linesToBuy } from '../../../web/src/lists/suggestions/recipe'
import { cpuMs, slowness } from '../../support/cpu'

/** As the lines become items: the amount, and the thing. */
const bought = (text: string) =>
  linesToBuy(text, household).map((line) => {
    const { amount, text } = household.readItemLine(line)
    return amount === null ? text : `${amount} | ${text}`
  })

test.each<[string, string, string[]]>([
  [
    'an apple cake, in parts',
    `Zutaten für 12 Stücke:

Für den Teig:
• 250 g Mehl (Type 405)
• 125 g kalte Butter,
• 1 Ei
• 1 Prise Salz

Für den Belag:
• 1 kg Äpfel
• 2 EL Zucker
• ½ TL Zimt`,
    [
      '250 g | Mehl (Type 405)',
      '125 g | kalte Butter',
      '1 | Ei',
      '1 Prise | Salz',
      '1 kg | Äpfel',
      '2 EL | Zucker',
      '½ TL | Zimt',
    ],
  ],
  [
    'a soup with what is done to it',
    'Kürbissuppe\nFür 4 Personen\nZubereitungszeit: 40 Minuten\n- 1 Hokkaidokürbis\n- 2 Zwiebeln, gehackt\n- 200 ml Sahne\n- Salz, Pfeffer und Muskat\n\nZubereitung\nDen Kürbis waschen und würfeln.\nAlles 20 Minuten kochen.',
    ['Kürbissuppe', '1 | Hokkaidokürbis', '2 | Zwiebeln, gehackt', '200 ml | Sahne', 'Salz', 'Pfeffer', 'Muskat'],
  ],
  [
    'pancakes, as a site writes them',
    'Ingredients\n1 1/2 cups flour\n2 tbsp sugar\n¼ tsp salt\n300ml milk\n2 eggs\nsalt and pepper\n\nMethod\nWhisk everything together.',
    ['1 1/2 cups | flour', '2 tbsp | sugar', '¼ tsp | salt', '300 ml | milk', '2 | eggs', 'salt', 'pepper'],
  ],
  [
    'a curry under emphasised headings',
    '**For the paste**\n- 3 cloves garlic\n- 1 onion, finely chopped\n**For the curry**\n- 400 g chicken thighs\n- 1 tin coconut milk\n- fresh coriander\nServes 4\nPrep time: 15 min',
    [
      '3 cloves | garlic',
      '1 | onion, finely chopped',
      '400 g | chicken thighs',
      '1 tin | coconut milk',
      'fresh coriander',
    ],
  ],
  [
    'an ingredient that says what it is for',
    'Zutaten\n2 Eier\nFür den Teig Mehl 250 g\nFür den Guss',
    ['2 | Eier', '250 g | Für den Teig Mehl'],
  ],
  ['headings of a note', '# Saturday\nFruit:\napples\nbananas', ['apples', 'bananas']],
  ['what only a recipe would mean by it', 'For the cat\nMilch', ['For the cat', 'Milch']],
  ['several things in a line', 'Milch, Eier, Brot\nfish fingers', ['Milch', 'Eier', 'Brot', 'fish fingers']],
  [
    'how a thing is to be is no thing',
    'tomatoes, peeled\nsausages (not the hot ones)',
    ['tomatoes, peeled', 'sausages (not the hot ones)'],
  ],
  ['headings alone', 'Monday:\nTuesday:', ['Monday:', 'Tuesday:']],
])('%s', (_what, text, expected) => {
  expect(bought(text)).toEqual(expected)
})

test('without knowledge of groceries every line is one', () => {
  expect(linesToBuy('Für den Teig:\n- 250 g Mehl', null)).toEqual(['Für den Teig:', '250 g Mehl'])
})

test('hostile text takes no time', () => {
  const lines = [', '.repeat(250), 'and '.repeat(120), '* '.repeat(250), '#'.repeat(500), ' time'.repeat(99)]
  const spent = cpuMs(() => lines.map((line) => linesToBuy(`${line}\n`.repeat(200), household)))
  expect(spent / slowness()).toBeLessThan(2_000)
})
