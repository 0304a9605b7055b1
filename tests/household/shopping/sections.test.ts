import { describe, expect, test } from 'bun:test'
import { BUILT_IN_SECTIONS, type BuiltInSection } from '../../../src/household/shopping/built-in'
import { builtInSection } from '../../../src/household/shopping/sections'
import { threadMs } from '../../support/cpu'

type Shelves = Record<BuiltInSection, string>

/** As people write them: in either number, with what they say about them, and what is called after something else. */
const ENGLISH: Shelves = {
  produce:
    'apples, Granny Smith apples, bananas, carrots, cherry tomatoes, tomatoes, beef tomatoes, potatoes, new potatoes, onions, red onion, spring onions, garlic, cucumber, lettuce, butter lettuce, spinach, baby spinach, mushrooms, broccoli, peppers, red bell pepper, strawberries, blueberries, grapes, lemons, limes, oranges, pears, avocados, courgettes, zucchini, ginger, fresh parsley, sweet potatoes, sweetcorn, sugar snap peas, leeks, celery, mangoes, pineapple',
  bakery:
    'bread, sliced bread, sourdough bread, wholemeal bread, bread rolls, bagels, croissants, baguette, tortillas, pitta breads, burger buns, banana bread, carrot cake, apple pie, blueberry muffins, cheesecake, toast',
  dairy:
    'milk, semi-skimmed milk, oat milk, buttermilk, butter, unsalted butter, eggs, a dozen free-range eggs, cheese, grated cheese, cream cheese, cream, sour cream, yoghurt, strawberry yogurt, Greek yogurt, mozzarella, feta, tofu',
  meat: 'chicken, chicken breasts, minced beef, ground beef, bacon, ham, sausages, lamb chops, pork belly, steaks, turkey, salami, meatballs, hot dogs',
  fish: 'salmon, smoked salmon, cod fillets, prawns, mackerel, trout, crab, fish',
  frozen:
    'frozen peas, frozen chicken, ice cream, vanilla ice cream, fish fingers, pizza, ice cubes, french fries, frozen berries',
  pantry:
    'rice, basmati rice, pasta, spaghetti, flour, plain flour, sugar, brown sugar, salt, pepper, black pepper, olive oil, vinegar, tomato paste, tomato soup, chopped tomatoes, canned peaches, tinned tomatoes, chickpeas, kidney beans, lentils, coconut milk, tuna, tuna in oil, soy sauce, ketchup, mustard, mayonnaise, vegetable stock, curry paste, baking powder, yeast, walnuts, dried apricots, garlic powder, apple vinegar, chicken soup, fish sauce, noodles',
  breakfast:
    'cereal, muesli, porridge oats, cornflakes, peanut butter, honey, strawberry jam, maple syrup, granola, chocolate spread',
  snacks:
    'crisps, chocolate, milk chocolate, biscuits, cookies, crackers, popcorn, peanuts, sweets, chewing gum, gingerbread, shortbread, tortilla chips, rice cakes, licorice, cheese crackers',
  drinks:
    'water, sparkling water, orange juice, apple juice, tomato juice, beer, ginger beer, red wine, coffee, coffee beans, tea, mint tea, tea bags, Coca-Cola, lemonade, tonic water, 7 up, smoothie',
  household:
    'toilet paper, kitchen roll, paper towels, bin bags, washing powder, washing-up liquid, dish soap, fabric softener, batteries, AA batteries, light bulbs, candles, tin foil, cling film, baking paper, sponges, dishwasher tablets, lemon bleach, napkins, matches',
  care: 'shampoo, baby-soft shampoo, toothpaste, toothbrush, soap, hand soap, deodorant, razor blades, tissues, tampons, plasters, sun cream, shower gel, cotton wool, mouthwash, apple shampoo',
  baby: 'nappies, diapers, baby wipes, baby food, baby milk, infant formula, wet wipes, dummy',
  pets: 'cat food, dog food, cat litter, dog treats, bird seed, fish food',
  other: 'flowers, newspaper, stamps, birthday card, cigarettes',
}

const GERMAN: Shelves = {
  produce:
    'Äpfel, Apfel, Bananen, Möhren, Karotten, Kirschtomaten, Tomaten, Kartoffeln, Süßkartoffeln, Zwiebeln, rote Zwiebeln, Frühlingszwiebeln, Knoblauch, Gurken, Salatgurke, Kopfsalat, Feldsalat, Spinat, Babyspinat, Champignons, Pilze, Brokkoli, Blumenkohl, Paprika, Erdbeeren, Heidelbeeren, Weintrauben, Zitronen, Bio-Zitronen, Limetten, Orangen, Birnen, Avocado, Zucchini, Ingwer, Petersilie glatt, Schnittlauch, Lauch, Suppengrün, Wassermelone, Kürbis, Butternusskürbis, Rote Bete, Rotkohl',
  bakery:
    'Brot, Vollkornbrot, Bauernbrot, Brötchen, Toastbrot, Brezeln, Croissants, Baguette, Fladenbrot, Käsekuchen, Apfelkuchen, Semmeln, Knäckebrot, Milchbrötchen, Geburtstagstorte',
  dairy:
    'Milch, Bio-Vollmilch, H-Milch, Hafermilch, Buttermilch, Butter, Eier, Bio-Eier, Freilandeier 10er, Käse, Reibekäse, Ziegenkäse, Schafskäse, Frischkäse, Sahne, Schlagsahne, Schmand, Joghurt, Joghurt Erdbeere, Naturjoghurt, Quark, Speisequark, Mozzarella, Crème fraîche, Feta, Vanillepudding, Tofu',
  meat: 'Hähnchen, Hähnchenbrustfilet, Hackfleisch, Rinderhackfleisch, Schinken, Kochschinken, Speck, Würstchen, Leberwurst, Bratwürste, Salami, Schnitzel, Schweineschnitzel, Aufschnitt, Putenbrust, Gulasch, Rindfleisch, Maultaschen',
  fish: 'Lachs, Räucherlachs, Fischfilet, Garnelen, Forelle, Hering, Matjes, Seelachs',
  frozen:
    'TK-Erbsen, TK Spinat, Tiefkühlpizza, Fischstäbchen, Eis, Vanilleeis, Pizza, Pommes, Tiefkühlgemüse, gefrorene Himbeeren, Eiswürfel',
  pantry:
    'Reis, Basmatireis, Milchreis, Nudeln, Bandnudeln, Spaghetti, Mehl, Mehl Type 405, Dinkelmehl, Zucker, Puderzucker, Rohrzucker, Salz, Pfeffer, Olivenöl, Rapsöl, Essig, Tomatenmark, Tomatensuppe, Passierte Tomaten, Dosentomaten, Kichererbsen, Kidneybohnen, Linsen, rote Linsen, Kokosmilch, Thunfisch, Thunfisch in Öl, Sojasauce, Ketchup, Senf, Mayonnaise, Gemüsebrühe, Backpulver, Hefe, Trockenhefe, Walnüsse, Mandeln, Zimt, Gewürzgurken, Apfelmus, Vanillezucker, Salatsoße',
  breakfast:
    'Müsli, Haferflocken, Cornflakes, Erdnussbutter, Honig, Marmelade, Erdbeermarmelade, Ahornsirup, Nuss-Nougat-Creme, Nutella',
  snacks:
    'Chips, Chips Paprika, Schokolade, Vollmilchschokolade, Kekse, Butterkekse, Gummibärchen, Erdnüsse, Salzstangen, Popcorn, Kaugummis, Bonbons, Lebkuchen, Reiswaffeln, Müsliriegel',
  drinks:
    'Wasser, Mineralwasser, Orangensaft, Apfelsaft, Apfelschorle, Bier, alkoholfreies Bier, Rotwein, Wein, Kaffee, Kaffeebohnen, Espresso, Tee, Kräutertee, Teebeutel, Cola, Coca-Cola Zero, Limonade, Sprudel, Sekt, Eistee',
  household:
    'Toilettenpapier, Klopapier, Küchenrolle, Küchenrollen, Müllbeutel, Waschmittel, Spülmittel, Spüli, Weichspüler, Batterien, Glühbirnen, Kerzen, Teelichter, Alufolie, Frischhaltefolie, Backpapier, Schwämme, Geschirrspültabs, Spülmaschinensalz, Grillkohle, Scheuermilch, Servietten, WC-Reiniger',
  care: 'Shampoo, Zahnpasta, Zahnbürste, Seife, Flüssigseife, Deo, Rasierklingen, Taschentücher, Tampons, Pflaster, Sonnencreme, Sonnenmilch, Duschgel, Wattestäbchen, Mundspülung, Handcreme, Kontaktlinsen, Vitamin C',
  baby: 'Windeln, Windeln Größe 4, Feuchttücher, Babybrei, Babynahrung, Pre-Milch, Gläschen, Schnuller',
  pets: 'Katzenfutter, Hundefutter, Katzenstreu, Vogelfutter, Leckerlis',
  other: 'Blumen, Zeitung, Briefmarken, Blumenerde, Geburtstagskarte',
}

describe.each([
  ['English', ENGLISH],
  ['German', GERMAN],
] as const)('names in %s', (_language, shelves) => {
  test.each(BUILT_IN_SECTIONS.map((section) => [section, shelves[section]] as const))('%s: %s', (section, names) => {
    const found = Object.fromEntries(names.split(', ').map((name) => [name, builtInSection(name)]))
    expect(found).toEqual(Object.fromEntries(names.split(', ').map((name) => [name, section])))
  })

  test('are many', () => {
    expect(Object.values(shelves).join(', ').split(', ').length).toBeGreaterThanOrEqual(150)
  })
})

test.each(['', '  ', 'Oma anrufen', 'call the plumber', 'WD-40', '牛乳', '…', '12', 'xyz'])(
  '%j is no grocery',
  (text) => {
    expect(builtInSection(text)).toBeNull()
  },
)

test.each([['MILK'], ['mílk'], ['  Milk  '], ['Milk!'], ['(organic) milk']])('%j is milk in any dress', (text) => {
  expect(builtInSection(text)).toBe('dairy')
})

// What backtracks takes hours for the longest text, on any machine.
test('the longest text is read at once', () => {
  const started = threadMs()
  for (const unit of ['a ', 'x', 'milch', 'ab-', 'ies ', 'erne ', '1 ', '.']) {
    builtInSection(unit.repeat(500).slice(0, 500))
  }
  expect(threadMs() - started).toBeLessThan(5_000)
})
