# Read by the scripts that need Node.js: where that of the system is too old, the one comes first that install.sh keeps.

oldest_node=20
kept_node=${XDG_CACHE_HOME:-$HOME/.cache}/dragoman/node

has_node() {
    command -v npm >/dev/null || return 1
    node_version=$(node --version 2>/dev/null) || return 1
    node_version=${node_version#v}
    [ "${node_version%%.*}" -ge "$oldest_node" ]
}

if ! has_node; then
    PATH=$kept_node/node_modules/.bin:$PATH
fi
