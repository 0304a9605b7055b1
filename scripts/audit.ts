/**
 * The dependency audit of `bun run check`: known weaknesses of high severity in what is installed fail it. A registry
 * that cannot be asked is reported and does not: the check also runs without a network.
 */
const audit = Bun.spawn(['bun', 'audit', '--audit-level=high'], { stdio: ['ignore', 'pipe', 'pipe'] })
const [report, problems, exitCode] = await Promise.all([
  new Response(audit.stdout).text(),
  new Response(audit.stderr).text(),
  audit.exited,
])
const isUnanswered = /^error: /m.test(problems)
if (isUnanswered) {
  console.log(`Dependencies were not audited: ${problems.match(/^error: (.*)$/m)?.[1]}`)
} else if (exitCode !== 0) {
  console.error(report + problems)
  process.exit(1)
}
