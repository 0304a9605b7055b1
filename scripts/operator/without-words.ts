/** Ends a command that takes no words when it is given some: who asks with `--help` must not have it done. */
export function refuseWords(usage: string): void {
  if (process.argv.length === 2) return
  console.error(usage)
  process.exit(1)
}
