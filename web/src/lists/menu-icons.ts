import * as lucide from 'lucide'
import { icon } from '../ui/icon'

/** What the first screen has no use for. */
export const Copy = icon(lucide.Copy)
export const Eraser = icon(lucide.Eraser)
export const FolderInput = icon(lucide.FolderInput)
export const History = icon(lucide.History)
export const Undo = icon(lucide.Undo2)
