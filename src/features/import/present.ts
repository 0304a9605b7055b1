import type { Import } from '../../calendar/import/jobs'
import type { ImportState } from './model'

/** An import as its author sees it. */
export const presentImport = ({ id, status, total, done, known, failed, skipped }: Import): ImportState => ({
  id,
  status,
  total,
  done,
  known,
  failed,
  skipped,
})
