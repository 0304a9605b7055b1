/** Copies a text to the clipboard; false where the browser does not, as none does on plain http. Never throws. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
