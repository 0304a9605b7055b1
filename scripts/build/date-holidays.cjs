// A bundle of its own: 2 MB that most households never need.
module.exports = require('date-holidays')
