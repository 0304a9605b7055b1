import {
  Baby,
  Backpack,
  BookOpen,
  Car,
  Film,
  Flower2,
  Gift,
  Hammer,
  Heart,
  House,
  Lightbulb,
  ListChecks,
  Luggage,
  PartyPopper,
  PawPrint,
  Pill,
  Shirt,
  ShoppingBasket,
  SprayCan,
  Star,
  Trophy,
  Utensils,
} from 'lucide'
import { icon } from '../ui/icon'

/** What a list can be drawn with, by the name that is stored; in the order in which it is offered. */
export const DRAWINGS = {
  basket: icon(ShoppingBasket),
  meal: icon(Utensils),
  home: icon(House),
  cleaning: icon(SprayCan),
  work: icon(Hammer),
  garden: icon(Flower2),
  car: icon(Car),
  school: icon(Backpack),
  book: icon(BookOpen),
  film: icon(Film),
  sport: icon(Trophy),
  clothes: icon(Shirt),
  health: icon(Pill),
  baby: icon(Baby),
  pet: icon(PawPrint),
  gift: icon(Gift),
  party: icon(PartyPopper),
  travel: icon(Luggage),
  idea: icon(Lightbulb),
  heart: icon(Heart),
  star: icon(Star),
} as const

/** Of a list of which nothing is known. */
export const AnyList = icon(ListChecks)

export type DrawingName = keyof typeof DRAWINGS

export const DRAWING_NAMES = Object.keys(DRAWINGS) as DrawingName[]

export const isDrawing = (name: string): name is DrawingName => name in DRAWINGS
