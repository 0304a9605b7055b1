// Most of what a start runs, it runs once: compiled, that costs 25 ms and 6 MB. `src/index.ts` imports this before all else
// and ends it.
Bun.unsafe.setJITPolicy(40)
