# docker buildx bake            builds the image for this machine's kind
# docker buildx bake release    for amd64 and arm64, with provenance; TAGS says where it goes
variable "COMMIT" { default = "" }
variable "VERSION" { default = "" }
variable "TAGS" { default = "corkboard" }

group "default" { targets = ["corkboard"] }

target "corkboard" {
  args = { COMMIT = COMMIT, VERSION = VERSION }
  tags = split(",", TAGS)
}

target "release" {
  inherits  = ["corkboard"]
  platforms = ["linux/amd64", "linux/arm64"]
  attest    = ["type=provenance,mode=max", "type=sbom"]
}
