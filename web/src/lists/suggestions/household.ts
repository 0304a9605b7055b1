export { sumOfAmounts } from '../../../../src/household/shopping/amounts'
export { readItemLine } from '../../../../src/household/shopping/read-line'
export { builtInSection } from '../../../../src/household/shopping/sections'
