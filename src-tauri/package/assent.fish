# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_assent_global_optspecs
    string join \n demo agent= cwd= no-forms no-links fill= data-dir= h/help V/version
end

function __fish_assent_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_assent_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_assent_using_subcommand
    set -l cmd (__fish_assent_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c assent -n "__fish_assent_needs_command" -l agent -d 'Start this agent, this once, and a session on it' -r
complete -c assent -n "__fish_assent_needs_command" -l cwd -d 'The folder the agent works in [default: the current one]' -r -F
complete -c assent -n "__fish_assent_needs_command" -l fill -d 'Fill matching forms from a JSON file; Accept stays with you' -r -F
complete -c assent -n "__fish_assent_needs_command" -l data-dir -d 'Keep all state in this folder' -r -F
complete -c assent -n "__fish_assent_needs_command" -l demo -d 'Start with the built-in demo agent and a session on it'
complete -c assent -n "__fish_assent_needs_command" -l no-forms -d 'Do not offer forms to the agent'
complete -c assent -n "__fish_assent_needs_command" -l no-links -d 'Do not offer links to the agent'
complete -c assent -n "__fish_assent_needs_command" -s h -l help -d 'Print help'
complete -c assent -n "__fish_assent_needs_command" -s V -l version -d 'Print version'
complete -c assent -n "__fish_assent_needs_command" -f -a "check-link" -d 'Judge an address as the window would: verdict, reasons, host'
complete -c assent -n "__fish_assent_needs_command" -f -a "check-form" -d 'Read a form as the window would draw it'
complete -c assent -n "__fish_assent_needs_command" -f -a "demo-agent" -d 'Be an agent for demos: speaks ACP over standard input and output'
complete -c assent -n "__fish_assent_using_subcommand check-link" -l json -d 'Print JSON instead of text'
complete -c assent -n "__fish_assent_using_subcommand check-link" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c assent -n "__fish_assent_using_subcommand check-form" -l json -d 'Print JSON instead of text'
complete -c assent -n "__fish_assent_using_subcommand check-form" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c assent -n "__fish_assent_using_subcommand demo-agent" -s h -l help -d 'Print help'
